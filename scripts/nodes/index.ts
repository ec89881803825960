export { findProgram, type Program, startProgram } from './programs.ts'
export { missingForNodes, type Node, type Nodes, quietPort, startNodes, startProxy } from './start-nodes.ts'
