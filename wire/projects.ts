import type { Call } from './call.ts'

export const projects = {
  bootstrap: { method: 'GET', path: '/projects/bootstrap/:public_token', auth: 'none', fingerprinted: false },
} as const satisfies Record<string, Call>
