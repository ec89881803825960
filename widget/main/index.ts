export { LoginForm } from './LoginForm.tsx'
export { type Group, mainLayout } from './main-layout.ts'
export { SocialButtons } from './SocialButtons.tsx'
