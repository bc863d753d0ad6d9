/// <reference types="@cloudflare/vitest-plugin/types" />

declare namespace Cloudflare {
  interface Env {
    DB: D1Database;
    BACKUPS: R2Bucket;
    PHOTOS: R2Bucket;
    /** Of the public key in BACKUP_PUBLIC_KEY. Only tests have it. */
    BACKUP_PRIVATE_KEY: string;
    MIGRATIONS: import('cloudflare:test').D1Migration[];
  }
}
