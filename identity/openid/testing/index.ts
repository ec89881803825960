export { consentPage, openAgent } from './agent.ts'
export { openidUnderTest } from './relying-party.ts'
export { secondNode } from './second-node.ts'
export { back, stage } from './stage.ts'
