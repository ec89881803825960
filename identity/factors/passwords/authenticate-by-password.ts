import type { endpoints } from '@corroborate/wire/endpoints.schema'
import type { Held } from '../../accounts/sessions/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Call } from '../../sdk/http/index.ts'
import { replaceHash } from './password-store.ts'
import { requirePassword, requireUnchanged } from './require-password.ts'
import { knowledge, type Tools } from './tools.ts'

/** Logs in with a password. A hash that is not made as we make them now is replaced by one that is. */
export const authenticateByPassword = async (
  core: Core,
  tools: Pick<Tools, 'hasher' | 'breaches'>,
  call: Call<typeof endpoints.passwords.authenticate>,
) => {
  const { hasher } = tools
  const { project, body } = call
  const { userId, password } = await requirePassword(core, tools, call, body.password)
  const newer = hasher.isOutdated(password) ? await hasher.hash(body.password) : null
  const prove = async (held: Held) => {
    await requireUnchanged(held, password.hash)
    if (newer !== null) {
      await replaceHash(held.tx, project.id, userId, password.hash, { scheme: 'argon2', hash: newer })
    }
    return knowledge
  }
  return core.signIn(call, { whose: userId, durationMinutes: body.session_duration_minutes, prove })
}
