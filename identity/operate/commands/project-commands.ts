import { UsageError } from '@corroborate/server-kit/command-line'
import { openCallerSecrets } from '@corroborate/server-kit/known-caller'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { webhookKeyOf, webhookSecretOf } from '@corroborate/server-kit/webhooks'
import { ensureKey } from '../../accounts/sessions/index.ts'
import { listUserIdsWithRole } from '../../accounts/users/index.ts'
import { isConsole } from '../../administrators/console-project.ts'
import { brought } from '../../features.ts'
import type { Database } from '../../platform/database/index.ts'
import { openSealer } from '../../platform/sealing/sealed-rows.ts'
import {
  createProject,
  everybodysRole,
  listProjects,
  type Project,
  type ProjectConfig,
  projectConfig,
  projectName,
  updateProject,
} from '../../projects/index.ts'
import { webhookProblem } from '../../webhooks/index.ts'
import { type Command, type CommandContext, projectNamed } from './command.ts'
import { noteOf } from './operator.ts'
import { applySettings, settingFlags } from './settings/apply-settings.ts'
import { projectLines, projectSummary, projectView } from './views.ts'

const nameFrom = (text: string): string => {
  const name = projectName.safeParse(text)
  if (name.success) return name.data
  throw new UsageError(`The name ${name.error.issues[0]?.message}.`)
}

/** If an algorithm was given, creates a key for it immediately: a running server signs with the newest key. */
const ensureKeyOfAlgorithm = async ({ db, settings, flags }: CommandContext, project: Project): Promise<void> => {
  if (flags['jwt-algorithm'] === undefined) return
  await ensureKey(db, await openSealer(db, brought.sealed, settings), project, Date.now())
}

/** @throws UsageError for a webhook to an address that is not public, unless the settings of this machine allow it */
const requirePublicWebhook = ({ settings }: Pick<CommandContext, 'settings'>, config: ProjectConfig): ProjectConfig => {
  const problem = config.userEventsUrl == null ? null : webhookProblem(settings, config.userEventsUrl)
  if (problem !== null) throw new UsageError(`--user-events-url ${config.userEventsUrl}: ${problem}.`)
  return config
}

/**
 * Requires that no user has the role. Users keep a role even after its removal from the project, so it must be revoked from all of them
 * first.
 */
const requireUnusedRole = async (db: Database, { id, name }: Project, role: string): Promise<void> => {
  // The settings refuse to be without it.
  if (role === everybodysRole) return
  const users = (await listUserIdsWithRole(db, id, role)).length
  if (users === 0) return
  const who = users === 1 ? `One user of ${name} has` : `${users} users of ${name} have`
  throw new OperatorError(`${who} the role ${role}: remove it first with \`user role remove\`.`)
}

/** Project commands. */
export const projectCommands: readonly Command[] = [
  {
    usage: 'project create <NAME>',
    summary: 'Create a project for another website and print its public token',
    flags: { live: { argument: '', help: 'Use live instead of test IDs' }, ...settingFlags },
    run: async context => {
      const { db, operands, flags } = context
      const [named = ''] = operands
      const project = await createProject(
        db,
        {
          name: nameFrom(named),
          environment: flags.live === undefined ? 'test' : 'live',
          config: requirePublicWebhook(context, applySettings(projectConfig.parse({}), flags)),
        },
        Date.now(),
      )
      await ensureKeyOfAlgorithm(context, project)
      await noteOf(context.operator, db, project, 'project.created', { details: { name: project.name, ...flags } })
      return { json: projectView(project), text: projectLines(project) }
    },
  },
  {
    usage: 'project list',
    reads: true,
    summary: 'Lists all projects',
    run: async ({ db }) => {
      // That of the console is no page's: its users are the administrators.
      const projects = (await listProjects(db)).filter(project => !isConsole(project))
      return { json: projects.map(projectView), text: projects.map(projectSummary).join('\n') }
    },
  },
  {
    usage: 'project show [TOKEN]',
    reads: true,
    summary: 'Shows the settings of a project',
    run: async ({ db, operands, settings }) => {
      const project = await projectNamed(db, operands[0] ?? settings.identity.publicToken)
      return { json: projectView(project), text: projectLines(project) }
    },
  },
  {
    usage: 'project events-secret [TOKEN]',
    reads: true,
    role: 'owner',
    showsOnce: true,
    summary: 'Show the secret that signs --user-events-url webhooks',
    run: async ({ db, operands, settings }) => {
      const project = await projectNamed(db, operands[0] ?? settings.identity.publicToken)
      const [newest = ''] = openCallerSecrets(settings)
      const secret = webhookSecretOf(webhookKeyOf(newest, project.publicToken))
      return { json: { public_token: project.publicToken, secret }, text: secret }
    },
  },
  {
    usage: 'project set <TOKEN>',
    summary: 'Change project settings. Running servers apply them within a second',
    flags: { name: { argument: 'TEXT', help: 'Display name' }, ...settingFlags },
    run: async context => {
      const { db, operands, flags } = context
      const [token = ''] = operands
      const known = await projectNamed(db, token)
      if (Object.keys(flags).length === 0) throw new UsageError('Set at least one option.')
      const name = flags.name === undefined ? undefined : nameFrom(flags.name.at(-1) ?? '')
      for (const role of flags['remove-role'] ?? []) await requireUnusedRole(db, known, role)
      const project = await updateProject(
        db,
        known.publicToken,
        current => {
          const config = applySettings(current, flags)
          return {
            name,
            config: flags['user-events-url'] === undefined ? config : requirePublicWebhook(context, config),
          }
        },
        Date.now(),
      )
      if (project === null) throw new OperatorError('The project has just been deleted.')
      await ensureKeyOfAlgorithm(context, project)
      await noteOf(context.operator, db, project, 'project.changed', { details: flags })
      return { json: projectView(project), text: projectLines(project) }
    },
  },
]
