export { planMoneyNight } from './night.ts'
