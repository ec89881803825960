import { openCallerSecrets } from '@corroborate/server-kit/known-caller'
import { webhookKeyOf, webhookSecretOf } from '@corroborate/server-kit/webhooks'
import { ensureKey } from '../../accounts/sessions/index.ts'
import { listUserIdsWithRole } from '../../accounts/users/index.ts'
import { brought } from '../../features.ts'
import { audit } from '../../platform/audit/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { openSealer } from '../../platform/sealing/index.ts'
import {
  createProject,
  listProjects,
  type Project,
  projectConfig,
  projectName,
  updateProject,
} from '../../projects/index.ts'
import { projectNamed } from './choose-project.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { Command, CommandContext } from './command.ts'
import { actorHere } from './operator.ts'
import { operand } from './read-words.ts'
import { applySettings, settingFlags } from './settings/index.ts'
import { projectLines, projectSummary, projectView } from './views.ts'

const nameFrom = (text: string): string => {
  const name = projectName.safeParse(text)
  if (name.success) return name.data
  throw new UsageError(`The name ${name.error.issues[0]?.message}.`)
}

/** A project whose algorithm was named gets a key of it at once: a running server signs with the key there is. */
const ensureKeyOfAlgorithm = async ({ db, settings, flags }: CommandContext, project: Project): Promise<void> => {
  if (flags['jwt-algorithm'] === undefined) return
  await ensureKey(db, await openSealer(db, brought.sealed, settings), project, Date.now())
}

/** Whoever has a role keeps it in the user object whatever the project says: it is taken from them first. */
const requireUnusedRole = async (db: Database, { id, name }: Project, role: string): Promise<void> => {
  const users = (await listUserIdsWithRole(db, id, role)).length
  if (users === 0) return
  const who = users === 1 ? 'One user' : `${users} users`
  throw new CliError(`${who} of ${name} have the role ${role}: take it from them first with \`user role remove\`.`)
}

/** What can be done with projects. */
export const projectCommands: readonly Command[] = [
  {
    words: ['project', 'create'],
    operands: 'NAME',
    summary: 'makes a project for another web page; prints its public token',
    flags: { live: { argument: '', help: 'its ids say live instead of test' }, ...settingFlags },
    run: async context => {
      const { db, flags } = context
      const project = await createProject(
        db,
        {
          name: nameFrom(operand(context, 0, 'The name')),
          environment: flags.live === undefined ? 'test' : 'live',
          config: applySettings(projectConfig.parse({}), flags),
        },
        Date.now(),
      )
      await ensureKeyOfAlgorithm(context, project)
      const details = { name: project.name, ...flags }
      await audit(db, { projectId: project.id, action: 'project.created', actor: actorHere(), at: Date.now(), details })
      return { json: projectView(project), text: projectLines(project) }
    },
  },
  {
    words: ['project', 'list'],
    reads: true,
    operands: '',
    summary: 'lists all projects',
    flags: {},
    run: async ({ db }) => {
      const projects = await listProjects(db)
      return { json: projects.map(projectView), text: projects.map(projectSummary).join('\n') }
    },
  },
  {
    words: ['project', 'show'],
    reads: true,
    operands: '[TOKEN]',
    summary: 'shows a project’s settings',
    flags: {},
    run: async ({ db, operands, settings }) => {
      const project = await projectNamed(db, operands[0] ?? settings.identity.publicToken)
      return { json: projectView(project), text: projectLines(project) }
    },
  },
  {
    words: ['project', 'events-secret'],
    reads: true,
    operands: '[TOKEN]',
    summary: 'shows the secret with which the application checks calls to its --user-events-url',
    flags: {},
    run: async ({ db, operands, settings }) => {
      const project = await projectNamed(db, operands[0] ?? settings.identity.publicToken)
      const [newest = ''] = openCallerSecrets(settings)
      const secret = webhookSecretOf(webhookKeyOf(newest, project.publicToken))
      return { json: { public_token: project.publicToken, secret }, text: secret }
    },
  },
  {
    words: ['project', 'set'],
    operands: 'TOKEN',
    summary: 'changes settings; a running server follows within a second',
    flags: { name: { argument: 'TEXT', help: 'what people are shown' }, ...settingFlags },
    run: async context => {
      const { db, flags } = context
      const known = await projectNamed(db, operand(context, 0, 'The public token'))
      if (Object.keys(flags).length === 0) throw new UsageError('Say what to set: name at least one setting.')
      const name = flags.name === undefined ? undefined : nameFrom(flags.name.at(-1) ?? '')
      for (const role of flags['remove-role'] ?? []) await requireUnusedRole(db, known, role)
      const project = await updateProject(
        db,
        known.publicToken,
        current => ({
          name,
          config: applySettings(current, flags),
        }),
        Date.now(),
      )
      if (project === null) throw new CliError('The project has just been removed.')
      await ensureKeyOfAlgorithm(context, project)
      await audit(db, {
        projectId: project.id,
        action: 'project.changed',
        actor: actorHere(),
        at: Date.now(),
        details: flags,
      })
      return { json: projectView(project), text: projectLines(project) }
    },
  },
]
