export { startSignIn } from './start.ts'
