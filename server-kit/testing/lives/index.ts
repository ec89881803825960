export { dieAtEveryMoment } from './die-at-every-moment.ts'
