import { endpoints } from '@corroborate/wire/endpoints.schema'
import { answer, type Route } from '../../sdk/http/index.ts'

/** Organizations are for business projects; ours are for consumers, where nobody is a member of one. */
export const memberCalls: readonly Route[] = [answer(endpoints.members.search, async () => ({ member: null }))]
