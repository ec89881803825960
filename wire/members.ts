import type { Call } from './call.ts'

export const members = {
  search: { method: 'POST', path: '/b2b/organizations/members/search', auth: 'none', fingerprinted: false },
} as const satisfies Record<string, Call>
