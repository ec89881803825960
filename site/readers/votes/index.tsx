export { VoteBox } from './VoteBox.tsx'
