import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { landingPaths, originsAt } from './serve-examples.ts'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '..', '..')
const name = 'Examples'

type Project = { project_id: string; public_token: string; name: string }

/** The provider's own command line, which is how anybody makes a project. */
const identity = async <Answer>(...words: string[]): Promise<Answer> => {
  const command = [join(repository, 'identity', 'cli.ts'), ...words, '--json']
  const { stdout } = await run(process.execPath, command, { cwd: repository })
  return JSON.parse(stdout)
}

/** What a provider is told before pages at a port may sign people in with it. */
const flagsFor = (port: number): string[] =>
  originsAt(port).flatMap(origin => [
    '--allow-origin',
    origin,
    ...landingPaths.flatMap(path => ['--allow-redirect', `${origin}${path}`]),
  ])

/** The project of the examples, made the first time, and told of the origins they have now. */
export const ensureProject = async ({ provider, port }: { provider: string; port: number }) => {
  const projects = await identity<Project[]>('project', 'list')
  const known = projects.find(project => project.name === name)
  const command = known === undefined ? ['create', name] : ['set', known.public_token]
  const { project_id, public_token } = await identity<Project>('project', ...command, ...flagsFor(port))
  const asked = await fetch(`${provider}/sdk/v1/projects/bootstrap/${public_token}`, {
    headers: { Authorization: `Basic ${btoa(`${public_token}:${public_token}`)}` },
  })
  if (asked.ok) return { projectId: project_id, publicToken: public_token }
  throw new OperatorError(
    `The provider at ${provider} does not know the project that was just made: it keeps its data elsewhere. Start both with the same settings (.env).`,
  )
}
