export { Notifications as NotificationsScreen } from '../../features/notifications/notifications.tsx'
export { Profile as ProfileScreen } from '../../features/profile/profile.tsx'
