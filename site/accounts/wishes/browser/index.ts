export { dropWish, keepWish, mailedLinkLasts, takeWish, type Wish, type WishKind } from './wish.ts'
