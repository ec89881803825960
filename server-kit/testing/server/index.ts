export { endServers, freePort, type RunningServer, runServer } from './running-server.ts'
