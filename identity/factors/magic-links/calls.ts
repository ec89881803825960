import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { authenticateByLink } from './authenticate-by-link.ts'
import { lookAtLink } from './look-at-link.ts'
import { sendLink } from './send-link.ts'

const { loginOrCreate, sendPrimary, sendSecondary, look, authenticate } = endpoints.magicLinks

/** Magic link endpoints: three send a link, `authenticate` spends it. Opening the link spends nothing. */
export const createMagicLinkCalls = (core: Core): readonly Route[] => [
  answer(loginOrCreate, call => sendLink(core, call, { purpose: 'login_or_create', session: null })),
  answer(sendPrimary, call => sendLink(core, call, { purpose: 'primary', session: null })),
  answer(sendSecondary, call => sendLink(core, call, { purpose: 'secondary', session: call.session })),
  answer(look, call => lookAtLink(core, call)),
  answer(authenticate, call => authenticateByLink(core, call)),
]
