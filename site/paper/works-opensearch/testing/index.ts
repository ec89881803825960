export { playOpenSearch } from './play-opensearch.ts'
export { findJava, type Nodes, startNodes } from './start-nodes.ts'
