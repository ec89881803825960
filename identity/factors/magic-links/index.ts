export { magicLinkFactor } from './factor.ts'
