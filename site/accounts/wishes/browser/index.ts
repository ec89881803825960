export {
  dropWish,
  keepWish,
  mailedLinkLasts,
  newLogin,
  noteLoginCompleted,
  takeWish,
  type Wish,
  type WishKind,
} from './wish.ts'
