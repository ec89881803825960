import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { landingPaths, originsAt } from './serve-examples.ts'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '..', '..')
const name = 'Examples'

type Project = { project_id: string; public_token: string; name: string }

/** Runs the provider's command line, the normal way to create a project. */
const identity = async <Answer>(...words: string[]): Promise<Answer> => {
  const command = [join(repository, 'identity', 'cli.ts'), ...words, '--json']
  const { stdout } = await run(process.execPath, command, { cwd: repository })
  return JSON.parse(stdout)
}

/** Provider flags that allow pages at a port to sign users in. */
const flagsFor = (port: number): string[] =>
  originsAt(port).flatMap(origin => [
    '--allow-origin',
    origin,
    ...landingPaths.flatMap(path => ['--allow-redirect', `${origin}${path}`]),
  ])

/** Creates the examples' project on the first run and updates its allowed origins. */
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
