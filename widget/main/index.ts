export { Main } from './Main.tsx'
