export { buildReactPage } from './build-react-page.ts'
export {
  type Answer,
  newestMail,
  openStage,
  openVisitor,
  type Project,
  type Stage,
  type Visitor,
} from './open-stage.ts'
