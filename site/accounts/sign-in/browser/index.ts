export { endSession } from './end-session.ts'
export { startSignIn } from './start.ts'
