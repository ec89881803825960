import { OperatorError } from '@corroborate/server-kit/operator-error'
import { type DeadLetter, listDeadLetters, reviveDeadLetter } from '@corroborate/server-kit/outbox'
import { listUndeliveredTexts } from '../../delivery/index.ts'
import { type Command, ofProject } from './command.ts'
import { noteOf } from './operator.ts'
import { limitFlag, limitOf } from './user-commands.ts'

type Payload = { channel?: string; to?: string; expiresAt?: number | null; content?: { template?: string } } | null

/** A job without the text of its message: that holds links and codes. */
export const letterView = ({ id, kind, payload, attempts, last_error, enqueued_at }: DeadLetter) => {
  const { channel, to, expiresAt, content } = (JSON.parse(payload) as Payload) ?? {}
  return {
    job_id: id,
    kind,
    ...(content !== undefined && { template: content.template, channel, to }),
    attempts,
    error: last_error,
    asked_at: new Date(enqueued_at).toISOString(),
    expires_at: expiresAt == null ? null : new Date(expiresAt).toISOString(),
  }
}

const letterLine = (letter: DeadLetter): string => {
  const { job_id, kind, template, channel, to, asked_at, error } = letterView(letter)
  const what = template === undefined ? kind : `${template} (${channel}) to ${to}`
  return `${job_id}  ${asked_at}  ${what}  ${error ?? ''}`
}

/** Commands for failed jobs, mostly mails and texts. */
export const outboxCommands: readonly Command[] = [
  {
    usage: 'outbox list',
    summary: 'List failed jobs, such as permanently rejected emails',
    reads: true,
    flags: limitFlag,
    run: async ({ db, flags }) => {
      const letters = await listDeadLetters(db, limitOf(flags))
      return { json: letters.map(letterView), text: letters.map(letterLine).join('\n') || 'No failed jobs.' }
    },
  },
  ofProject({
    usage: 'outbox retry <JOB>',
    role: 'support',
    summary: 'Retry a failed job, or all failed jobs with "all". Expired jobs fail again',
    run: async ({ db, project, operator, operands: [wanted = ''] }) => {
      const jobs =
        wanted === 'all' ? (await listDeadLetters(db, Number.MAX_SAFE_INTEGER)).map(({ id }) => id) : [wanted]
      const tried: string[] = []
      for (const job of jobs) if (await reviveDeadLetter(db, job, Date.now())) tried.push(job)
      if (wanted !== 'all' && tried.length === 0) {
        throw new OperatorError(`No failed job with ID ${wanted}. List them with \`outbox list\`.`)
      }
      await noteOf(operator, db, project, 'outbox.retried', { details: { jobs: tried.length } })
      return {
        json: { retried: tried },
        text: `Retrying ${tried.length === 1 ? '1 job' : `${tried.length} jobs`}.`,
      }
    },
  }),
  ofProject({
    usage: 'text list',
    summary: 'List undelivered text messages of the last month, with Twilio’s reasons',
    reads: true,
    flags: limitFlag,
    run: async ({ db, project, flags }) => {
      const texts = (await listUndeliveredTexts(db, project.id, limitOf(flags))).map(({ asked_at, ...text }) => ({
        ...text,
        asked_at: new Date(asked_at).toISOString(),
      }))
      const line = (text: (typeof texts)[number]) =>
        [text.asked_at, text.channel, text.method_id, text.reason ?? ''].join('  ')
      return { json: texts, text: texts.map(line).join('\n') || 'No undelivered messages.' }
    },
  }),
]
