import process from 'node:process'
import { inspect } from 'node:util'
import type { Logger } from '../logging/index.ts'
import { ConfigurationError, configurationExitCode, OperatorError } from '../operator-error/index.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'

/** The oldest Node that runs our TypeScript as it is and has `node:sqlite` without a flag. */
const oldest = 24

/** @throws ConfigurationError on a Node too old to run the servers. */
export const requireNode = (version: string): void => {
  const major = Number(version.replace(/^v/, '').split('.')[0])
  if (major >= oldest) return
  throw new ConfigurationError(
    `Node ${version} is too old: Node ${oldest} or later is needed. \`npm start\` brings its own on Linux and Windows for ` +
      'x64 and on Linux for arm64; elsewhere install one from https://nodejs.org.',
  )
}

/** Polling interval, in ms. */
const pause = 250

/**
 * Calls `end` once when the npm that started this process is stopped. npm passes signals to the shell that runs its scripts, which exits
 * without forwarding them, so the parent process ID is polled. A process not started by npm survives its parent, as background processes
 * must.
 */
export const whenNpmEnds = (end: () => void, program: Pick<NodeJS.Process, 'env' | 'ppid'> = process): void => {
  // npm's variables about its script are not settings of ours.
  if (program.env.npm_lifecycle_event === undefined) return
  const shell = program.ppid
  const timer = setInterval(() => {
    if (program.ppid === shell) return
    clearInterval(timer)
    end()
  }, pause)
  timer.unref()
}

/**
 * Runs the servers of this process from start to end.
 * - Operator errors (OperatorError: an invalid setting, a port in use, an unavailable database) are printed as a message; exit code 78 if a
 * restart cannot fix it (ConfigurationError), otherwise 1.
 * - SIGTERM and SIGINT shut everything down in order (see Lifecycle); exit code 0, or 1 if something could not be closed. A second signal
 * exits immediately.
 * - Under `npm start`, the end of npm counts as SIGTERM.
 * - An uncaught error is logged, then everything shuts down in order; exit code 1.
 * @example await runProcess(async life => { const settings = readProcessSettings() const logger = createLogger(settings.logLevel)
 * life.useLogger(logger) const db = await openDatabase<Tables>({ file: …, migrations, now: Date.now }) life.onClose('database', () =>
 * db.destroy()) await life.listen({ name: 'site', app, port: settings.site.port, portVariable: 'PORT', host: settings.host }) })
 */
export const runProcess = async (
  start: (life: Lifecycle) => Promise<void>,
  program: Pick<NodeJS.Process, 'env' | 'exit' | 'on' | 'ppid' | 'stderr' | 'version'> = process,
): Promise<void> => {
  const life = createLifecycle()
  let logger: Logger | null = null
  const observed: Lifecycle = {
    ...life,
    useLogger: given => {
      logger = given
      life.useLogger(given)
    },
  }

  const stop = async (exitCode: number): Promise<void> => {
    const clean = await life.end()
    program.exit(clean ? exitCode : exitCode || 1)
  }

  const onSignal = (signal: NodeJS.Signals): void => {
    if (life.isDraining()) program.exit(signal === 'SIGINT' ? 130 : 143)
    logger?.info({ signal }, 'stopping')
    void stop(0)
  }
  program.on('SIGTERM', onSignal)
  program.on('SIGINT', onSignal)
  whenNpmEnds(() => {
    if (life.isDraining()) return
    logger?.info('npm was told to stop: stopping')
    void stop(0)
  }, program)

  const onUncaught = (error: unknown): void => {
    if (logger === null) program.stderr.write(`${inspect(error)}\n`)
    else logger.fatal({ err: error }, 'an error nobody caught: stopping')
    if (!life.isDraining()) void stop(1)
  }
  program.on('uncaughtException', onUncaught)
  program.on('unhandledRejection', onUncaught)

  try {
    requireNode(program.version)
    await start(observed)
  } catch (error) {
    program.stderr.write(`${error instanceof OperatorError ? error.message : inspect(error)}\n`)
    await stop(error instanceof ConfigurationError ? configurationExitCode : 1)
  }
}
