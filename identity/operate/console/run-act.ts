import { Readable } from 'node:stream'
import { UsageError } from '@corroborate/server-kit/command-line'
import { isUniqueViolation } from '@corroborate/server-kit/database'
import { HttpProblem } from '@corroborate/server-kit/http'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { isConsole } from '../../administrators/console-project.ts'
import { mayAs } from '../../administrators/store.ts'
import type { RequestFacts } from '../../platform/request/facts-of.ts'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import { noteOf, type Outcome } from '../commands/index.ts'
import { type Act, type Filled, inFormWords, namesProject } from './act-form.ts'
import { type Administrator, operatorOf } from './reader.ts'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    /** An administrator attempted an action that their role does not permit. */
    'console.refused': true
    /** An administrator had something shown that is kept apart, such as a secret. */
    'console.shown': true
  }
}

/** The result of an act. */
export type Done =
  | { kind: 'done'; outcome: Outcome }
  /** The action is impossible or the input invalid. Nothing has changed. */
  | { kind: 'wrong'; sentence: string }
  /** The administrator's role may not. */
  | { kind: 'refused'; sentence: string }

/** True if an administrator may run an act on a project, or on the whole provider (null). Pure. */
export const mayDo = (
  { role, reads }: Pick<Act, 'role' | 'reads'>,
  administrator: Pick<Administrator, 'role'>,
  project: Pick<Project, 'publicToken'> | null,
): boolean => {
  // Changing an administrator's account could grant access to it.
  const needed = project !== null && isConsole(project) && !reads ? 'owner' : role
  return mayAs(administrator.role, needed)
}

type Doing = {
  act: Act
  filled: Filled
  project: Project | null
  administrator: Administrator
  request: RequestFacts
}

/** Runs an act if the administrator is authorized, with the command line's implementation, under their name and with their reason. */
export const runAct = async (core: Core, { act, filled, project, administrator, request }: Doing): Promise<Done> => {
  const { operands, flags, files, reason } = filled
  const operator = operatorOf(administrator, request, reason === '' ? null : reason)
  const place = project ?? administrator.project
  if (!mayDo(act, administrator, project)) {
    await noteOf(operator, core.db, place, 'console.refused', { details: { act: act.words } })
    return { kind: 'refused', sentence: `Your role, ${administrator.role}, does not permit this. Nothing was changed.` }
  }
  if (reason.length < 3) return { kind: 'wrong', sentence: 'Enter a reason for the audit log.' }
  const missing = act.operands.findIndex(({ isNeeded }, index) => isNeeded && (operands[index] ?? '') === '')
  if (missing >= 0) return { kind: 'wrong', sentence: 'Fill in the required fields.' }
  try {
    const outcome = await act.command.run({
      db: core.db,
      settings: core.settings,
      operator,
      operands: project !== null && namesProject(act) ? [project.publicToken, ...operands] : operands,
      flags: project !== null && !namesProject(act) ? { ...flags, project: [project.publicToken] } : flags,
      open: name => {
        const file = files.get(name)
        return file === undefined ? Readable.from([]) : Readable.fromWeb(file.stream() as never)
      },
    })
    if (act.command.reads) await noteOf(operator, core.db, place, 'console.shown', { details: { act: act.words } })
    // This node follows at once; others do within a second.
    core.projects.refresh()
    return { kind: 'done', outcome }
  } catch (error) {
    const sentence = sentenceOf(error)
    if (sentence === null) throw error
    return { kind: 'wrong', sentence }
  }
}

/** Returns the error message for operators; null for internal errors. */
const sentenceOf = (error: unknown): string | null => {
  if (error instanceof UsageError || error instanceof OperatorError) return inFormWords(error.message)
  if (isUniqueViolation(error)) return 'It already exists.'
  return error instanceof HttpProblem && error.status < 500 ? error.message : null
}
