export { securityTxt, securityTxtPath } from './security-txt.ts'
