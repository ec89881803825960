export { SocialButtons } from '../products/social/SocialButtons.tsx'
export { LoginForm } from './LoginForm.tsx'
export { type Group, mainLayout } from './main-layout.ts'
