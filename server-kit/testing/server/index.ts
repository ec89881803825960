export { asStarted } from './as-started.ts'
export { childEnvironment } from './child-environment.ts'
export { runCommand } from './run-command.ts'
export { endServers, freePort, type RunningServer, runServer } from './running-server.ts'
