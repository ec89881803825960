export { findProgram, type Program, startProgram } from './programs.ts'
export { quietPort } from './quiet-port.ts'
export { missingForNodes, type Node, type Nodes, startNodes } from './start-nodes.ts'
export { startProxy } from './start-proxy.ts'
