import { endpoints } from '@corroborate/wire/endpoints.schema'
import { answer, type Route } from '../../sdk/http/index.ts'

/** Always returns no member. Organizations are for B2B projects; ours are B2C. */
export const memberCalls: readonly Route[] = [answer(endpoints.members.search, async () => ({ member: null }))]
