import { addressKey } from '@corroborate/server-kit/limits'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { Core } from '../../sdk/core/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'
import { authenticateByPassword } from './authenticate-by-password.ts'
import { createPassword } from './create-password.ts'
import { resetByEmail } from './reset-by-email.ts'
import { resetByExistingPassword } from './reset-by-existing-password.ts'
import { resetBySession } from './reset-by-session.ts'
import { startReset } from './start-reset.ts'
import { createTurns } from './strength/index.ts'
import type { Tools } from './tools.ts'

/** Passwords of one sender that are graded at once: people type one at a time, and some share an address. */
const gradesAtOnce = 8

/** Passwords: made, proved, graded, and reset in three ways. */
export const createPasswordCalls = (core: Core, tools: Tools): readonly Route[] => {
  const turns = createTurns(gradesAtOnce)
  const { passwords } = endpoints
  return [
    answer(passwords.create, call => createPassword(core, tools, call)),
    answer(passwords.authenticate, call => authenticateByPassword(core, tools, call)),
    answer(passwords.strengthCheck, async ({ project, body, request }) => {
      await core.guard.address('strengthPerAddress', request)
      const sender = addressKey(request.address)
      return turns(sender, () => tools.judge.judge(body.password, { project, email: body.email }))
    }),
    answer(passwords.resetByEmailStart, call => startReset(core, call)),
    answer(passwords.resetByEmail, call => resetByEmail(core, tools, call)),
    answer(passwords.resetByExistingPassword, call => resetByExistingPassword(core, tools, call)),
    answer(passwords.resetBySession, call => resetBySession(core, tools, call)),
  ]
}
