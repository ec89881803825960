export { runCommand } from './run-command.ts'
export { endServers, freePort, type RunningServer, runServer } from './running-server.ts'
