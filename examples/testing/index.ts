export { buildReactPage } from './build-react-page.ts'
export { bundleSource } from './bundle-source.ts'
export { type GuardedPerson, newGuardedPerson } from './guarded-person.ts'
export {
  type Answer,
  newestMail,
  openStage,
  openVisitor,
  type Project,
  type Stage,
  type Visitor,
} from './open-stage.ts'
export { type Block, readBlocks } from './read-blocks.ts'
