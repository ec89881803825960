import { sessions } from '@corroborate/wire/sessions'
import { check } from '../check.ts'
import type { Core } from '../core.ts'
import type { Emitter } from '../emitter.ts'
import { NoSessionError } from '../errors.ts'
import { endsSession, type SessionKeeper } from '../session-keeper.ts'
import type { Sessions } from '../types.ts'

/** The session of this browser. */
export const createSessions = ({ send, store }: Core, keeper: SessionKeeper, on: Emitter['on']): Sessions => ({
  getSync: () => store.state().session,
  getInfo: () => ({ session: store.state().session, fromCache: store.fromCache() }),
  getTokens: () => (store.state().pending === null ? store.tokens() : null),
  authenticate: async (options = {}) => {
    check('session.authenticate', options, { session_duration_minutes: 'number?' })
    return keeper.refresh(options)
  },
  revoke: async (options = {}) => {
    check('session.revoke', options, { forceClear: 'boolean?' })
    const asked = currentSession(store)
    const endUnlessReplaced = () => {
      store.catchUp()
      if (currentSession(store) === asked) keeper.end()
    }
    try {
      const answer = await send(sessions.revoke)
      endUnlessReplaced()
      return answer
    } catch (error) {
      if (options.forceClear || endsSession(error) || error instanceof NoSessionError) endUnlessReplaced()
      throw error
    }
  },
  updateSession: tokens => {
    check('session.updateSession', tokens, { session_token: 'id' })
    store.setTokens(tokens)
    keeper.refreshSoon()
  },
  onChange: listener => on('session', listener),
})

/** Identifies a session: unchanged by extension, different after a new sign-in. */
const currentSession = (store: Core['store']): string | undefined => store.held().session?.session_id
