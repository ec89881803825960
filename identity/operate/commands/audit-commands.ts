import { linesOf } from '@corroborate/server-kit/bounded-reading'
import { openCallerSecrets } from '@corroborate/server-kit/known-caller'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { webhookKeyOf, webhookSecretOf } from '@corroborate/server-kit/webhooks'
import { readAudit } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/database/index.ts'
import { auditReceiver, readHead, type Verified, verifyLines } from '../audit-out/index.ts'
import { type Command, ofProject } from './command.ts'
import { readFileNamed } from './read-file.ts'
import { findUserId, limitFlag, limitOf } from './user-commands.ts'
import { auditLines } from './views.ts'

/** Bytes of the longest line that is read; an entry has a hundredth of it. */
const longestLine = 1_000_000

/** Lines that were cut off at the end: the database knows the newest. */
const missingAtEnd = async (db: Database, { last }: Verified): Promise<Verified['findings']> => {
  const head = await readHead(db)
  if (head === null || head.seq === 0 || head.seq < (last?.seq ?? 0)) return []
  if (last === null || head.seq > last.seq) {
    const end = last === null ? 'holds none of it' : `ends at ${last.seq}`
    return [{ line: 0, problem: `The log continues to entry ${head.seq}, but the file ${end}.` }]
  }
  return head.hash === last.hash ? [] : [{ line: 0, problem: `Entry ${last.seq} does not match the stored log.` }]
}

/** Audit log commands. */
export const auditCommands: readonly Command[] = [
  ofProject({
    usage: 'audit',
    reads: true,
    summary: 'List audit log entries, newest first',
    flags: {
      user: { argument: 'USER', help: 'Only entries about this user' },
      action: { argument: 'NAME', help: 'Only this action, such as session.issued' },
      since: { argument: 'TIME', help: 'Only from this time on, such as 2026-11-21' },
      ...limitFlag,
    },
    run: async ({ db, project, flags }) => {
      const who = flags.user?.at(-1)
      const since = flags.since?.at(-1)
      if (since !== undefined && Number.isNaN(Date.parse(since))) throw new OperatorError(`"${since}" is not a time.`)
      const entries = await readAudit(db, {
        projectId: project.id,
        // Deleted users can still be searched by ID.
        userId: who === undefined ? undefined : ((await findUserId(db, project.id, who)) ?? who),
        action: flags.action?.at(-1),
        since: since === undefined ? undefined : Date.parse(since),
        limit: limitOf(flags),
      })
      return { json: entries, text: auditLines(entries) }
    },
  }),
  {
    usage: 'audit verify <FILE>',
    reads: true,
    summary: 'Verify an exported audit log (such as AUDIT_FILE) for missing or modified lines. - reads standard input',
    run: async context => {
      const { db, operands } = context
      const verified = await readFileNamed(context, operands[0] ?? '', input =>
        verifyLines(linesOf(input, longestLine)),
      )
      const findings = [...verified.findings, ...(await missingAtEnd(db, verified))]
      const text = [
        `${verified.lines === 1 ? '1 line' : `${verified.lines} lines`}${verified.first === null ? '' : `, entries ${verified.first} to ${verified.last?.seq}`}.`,
        ...findings.map(({ line, problem }) => (line === 0 ? problem : `line ${line} ${problem}`)),
        findings.length === 0 ? 'Verified: no missing or modified lines.' : '',
      ]
      if (findings.length > 0) throw new OperatorError(text.filter(sentence => sentence !== '').join('\n'))
      return { json: { ...verified, findings }, text: text.join('\n') }
    },
  },
  {
    usage: 'audit secret',
    reads: true,
    role: 'owner',
    showsOnce: true,
    summary: 'Show the secret for verifying AUDIT_WEBHOOK signatures',
    run: async ({ settings }) => {
      const [newest = ''] = openCallerSecrets(settings)
      const secret = webhookSecretOf(webhookKeyOf(newest, auditReceiver))
      return { json: { secret }, text: secret }
    },
  },
]
