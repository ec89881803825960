import type { Asking } from '../tool.ts'

/** A person of the site, and an assistant that acts for them. */
export const ada = { user_id: 'ada', name: 'Ada', email: null, proved: 1, created_at: 1, updated_at: 1 } as const
export const forAda: Asking = {
  address: '192.0.2.1',
  account: { key: 'user:ada', signedIn: true, id: 'ada', name: '', email: null, roles: [], proved: false },
  locale: 'de',
}
