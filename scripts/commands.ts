/** A command of an installation: its script, the affected server, and a summary. */
export type InstalledCommand = { script: string; server: 'site' | 'identity' | 'both'; summary: string }

/** Everything that `corroborate COMMAND` runs. Each is a script of package.json too, except `healthy`. */
export const installedCommands: Readonly<Record<string, InstalledCommand>> = {
  identity: { script: '../identity/cli.ts', server: 'identity', summary: 'Users, roles, projects, keys, audit log' },
  money: { script: '../site/app/commands/money.ts', server: 'site', summary: 'Payouts, refunds, reconciliation' },
  'works:import': { script: '../site/app/commands/works-import.ts', server: 'site', summary: 'Fills the search index' },
  'known:sync': { script: '../site/app/commands/known-sync.ts', server: 'site', summary: 'Syncs the data sources now' },
  dump: { script: '../site/app/commands/dump.ts', server: 'site', summary: 'Exports all public data' },
  'dump:restore': { script: '../site/app/commands/dump-restore.ts', server: 'site', summary: 'Imports such an export' },
  backup: { script: './backup.ts', server: 'both', summary: 'Backs up every database' },
  restore: { script: './restore.ts', server: 'both', summary: 'Restores a backup' },
  healthy: { script: './healthy.ts', server: 'both', summary: 'Exits 0 if the servers of this machine are ready' },
}
