import { isSixDigits } from '@corroborate/wire/codes'
import { guessCode, guessesPerCode, type LiveSecret, lookAtCode } from '../../accounts/single-use/index.ts'
import { audit } from '../../platform/audit/index.ts'
import { refuse } from '../../platform/refusal/index.ts'
import type { RequestFacts } from '../../platform/request/index.ts'
import type { Project } from '../../projects/index.ts'
import { noteFailure, requireUnlocked } from '../../protection/index.ts'
import type { Core } from '../../sdk/core/index.ts'

type Typed = { project: Project; request: RequestFacts; body: { method_id: string; token: string } }

/**
 * Returns the secret of a correct passcode without spending it. A guess is counted before the comparison, so that concurrent guesses cannot
 * exceed the limit. Malformed input doesn't count as a guess.
 * @throws Refusal `otp_code_not_found`, `unable_to_auth_otp_code`, and those of `requireUnlocked`
 */
export const requireRightCode = async (
  { db }: Pick<Core, 'db'>,
  { project, request, body: { method_id: subject, token: code } }: Typed,
): Promise<LiveSecret> => {
  const { now } = request
  const asked = await lookAtCode(db, { projectId: project.id, kind: 'passcode', subject }, now)
  if (asked === null) refuse('otp_code_not_found')
  if (asked.failures >= guessesPerCode) refuse('unable_to_auth_otp_code')
  await requireUnlocked(db, { project, userId: asked.userId, guessed: 'passcode' }, now)
  if (!isSixDigits(code)) refuse('unable_to_auth_otp_code')
  const made = await guessCode(
    db,
    { projectId: project.id, kind: 'passcode', subject, code, most: guessesPerCode },
    now,
  )
  if (made.kind === 'right') return made.secret
  if (made.kind === 'wrong') {
    await noteFailure(db, { project, userId: made.userId, guessed: 'passcode' }, now)
    await audit(db, {
      projectId: project.id,
      action: 'passcode.refused',
      actor: 'anonymous',
      userId: made.userId,
      request,
      details: { method_id: subject },
    })
  }
  refuse('unable_to_auth_otp_code')
}
