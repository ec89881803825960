import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { runCommandLine } from '@corroborate/server-kit/command-line'
import { TOTP } from 'otpauth'
import { readAudit } from '../../../platform/audit/store.ts'
import { identityUnderTest } from '../../../testing/index.ts'
import { commands, type Operator, type Outcome } from '../index.ts'

type Ran = Outcome & {
  /** The exit code. */
  code: number
  /** Why it was refused, without the hint at the help. */
  said: string
}

/** Creates a provider and its command line. `settings` are environment variables. */
export const commandsUnderTest = async (settings: Record<string, string> = {}) => {
  const identity = await identityUnderTest(settings)
  const { db } = identity
  const desk: Operator = { name: 'eve@desk', role: 'owner', reason: null, request: null }

  /**
   * Runs a command, split at spaces; ␣ represents a space within a word. Files missing from `files` are read from disk; `-` is standard
   * input.
   */
  const run = async (
    line: string,
    { files = {}, operator = desk }: { files?: Readonly<Record<string, string | Buffer>>; operator?: Operator } = {},
  ): Promise<Ran> => {
    const open = (name: string) => {
      const content = files[name]
      return content === undefined ? createReadStream(name) : Readable.from([content])
    }
    let outcome: Outcome = { json: undefined, text: '' }
    let printed = ''
    const code = await runCommandLine(
      {
        name: 'identity',
        commands: commands.map(command => ({
          ...command,
          run: async given => {
            outcome = await command.run({ ...given, db, settings: identity.settings, operator, open })
            return 0
          },
        })),
      },
      line.split(' ').map(word => word.replaceAll('␣', ' ')),
      {
        out: () => {},
        err: text => {
          printed += text
        },
      },
    )
    const [said = ''] = printed.split('\n`identity')
    return { ...outcome, code, said: said.trim() }
  }

  /** Returns the error message and exit code of a failing command. */
  const refusal = async (...given: Parameters<typeof run>) => {
    const { code, said } = await run(...given)
    return [code, said]
  }

  /** The audit log of the project, oldest first; of one action, where it is named. */
  const noted = async (action?: string, projectId?: string) => {
    const entries = await readAudit(db, { projectId: projectId ?? (await identity.project()).id, action, limit: 1_000 })
    return entries.toReversed().map(({ action, actor, user_id, details }) => ({ action, actor, user_id, details }))
  }

  /** Adds an authenticator app with recovery codes to a user, confirmed or not. */
  const addApp = async (userId: string, { proved = true } = {}): Promise<string> => {
    const { session_token: session } = await identity.signIn(userId)
    const { data } = await identity.sdk('POST', '/totps', { expiration_minutes: 30 }, { session })
    const totp_code = new TOTP({ secret: String(data.secret) }).generate({ timestamp: identity.clock.now })
    const proof = { totp_code, session_duration_minutes: 60 }
    if (proved) await identity.sdk('POST', '/totps/authenticate', proof, { session })
    return String(data.totp_id)
  }

  return { ...identity, run, refusal, noted, addApp }
}
