import type { Dumpster } from '#contract/inventory.ts';
import type { DispatchSite } from '#contract/sites.ts';
import type { Truck } from '#contract/trucks.ts';
import { type Firm, USED_SIZE } from './firm.ts';
import type { PreparedCalls } from './system.ts';

const addUnit = ({ owner, next }: Firm) =>
  owner.post<Dumpster>('dumpsters', { dumpsterNumber: `F-${next()}`, dumpsterType: USED_SIZE });
const addTruck = ({ owner, next }: Firm) => owner.post<Truck>('admin/trucks', { name: `Truck ${next()}` });
const addYard = ({ owner, next }: Firm) =>
  owner.post<DispatchSite>('admin/sites', { kind: 'yard', name: `Yard ${next()}` });

async function unit(firm: Firm) {
  const { id } = await addUnit(firm);
  const { headers } = await firm.owner.request('GET', `dumpsters/${id}`);
  return { params: { id }, version: headers.get('ETag') ?? '' };
}

/** Units, their days and places. */
export const FLEET_CALLS: PreparedCalls = {
  listDumpsters: () => ({}),
  getDumpster: (firm) => unit(firm),
  getFleetTimeline: ({ today, inDays }) => ({ query: { from: today, to: inDays(41) } }),
  createDumpster: ({ next }) => ({ body: { dumpsterNumber: `F-${next()}`, dumpsterType: USED_SIZE } }),
  updateDumpster: async (firm) => ({ ...(await unit(firm)), body: { notes: 'Dented' } }),
  deleteDumpster: (firm) => unit(firm),
  getUnitLocation: async (firm) => ({ params: { id: (await addUnit(firm)).id } }),
  correctUnitLocation: async (firm) => {
    const { id } = await addUnit(firm);
    const { headers } = await firm.owner.request('GET', `inventory/${id}/location`);
    const body = { place: 'repair', reason: 'Welding' };
    return { params: { id }, version: headers.get('ETag') ?? '', body };
  },
  listDumpsterSchedule: async (firm) => ({ params: { dumpsterId: (await addUnit(firm)).id } }),
  listSchedules: () => ({}),
  listSizeAvailability: () => ({}),
  listHolds: () => ({}),
  releaseHold: async (firm) => {
    await firm.holdUnit();
    const { holds } = await firm.owner.get<{ holds: { id: string }[] }>('holds');
    return { params: { id: holds[0]?.id ?? '' } };
  },
};

/** Trucks, sites and the settings of dispatch. */
export const DISPATCH_SETUP_CALLS: PreparedCalls = {
  listTrucks: () => ({}),
  createTruck: ({ next }) => ({ body: { name: `Truck ${next()}` } }),
  updateTruck: async (firm) => {
    const { id, version } = await addTruck(firm);
    return { params: { id }, version, body: { plate: 'HLR 4821' } };
  },
  deleteTruck: async (firm) => {
    const { id, version } = await addTruck(firm);
    return { params: { id }, version };
  },
  listSites: () => ({}),
  createSite: ({ next }) => ({ body: { kind: 'yard', name: `Yard ${next()}` } }),
  updateSite: async (firm) => {
    const { id, version } = await addYard(firm);
    return { params: { id }, version, body: { address: '220 Green Street, Albany, NY 12202' } };
  },
  deleteSite: async (firm) => {
    const { id, version } = await addYard(firm);
    return { params: { id }, version };
  },
  getDispatchSettings: () => ({}),
  updateDispatchSettings: async ({ owner }) => {
    const { headers } = await owner.request('GET', 'admin/dispatch-settings');
    return { version: headers.get('ETag') ?? '', body: { dayEnd: '19:00' } };
  },
  listDispatchHistory: () => ({ query: { kind: 'truck' } }),
};
