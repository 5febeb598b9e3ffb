import type { Handlers } from '../bind/call-types.ts'
import { proveAddress, sendAddressCode, type ProveAddress } from '../../modules/users/prove-address.ts'
import { updateProfile, type UpdateProfile } from '../../modules/users/update-profile.ts'

type ProfileCalls = 'updateUser' | 'sendEmailCode' | 'proveEmail' | 'signatureImage' | 'putSignatureImage'

const toBytes = (image: string) => Buffer.from(image.replace(/^[^,]*,/, ''), 'base64')

export function profileHandlers(ports: UpdateProfile & ProveAddress): Pick<Handlers, ProfileCalls> {
  return {
    updateUser: async ({ caller, body }) => {
      await updateProfile(ports, caller, {
        ...(body.email != null && { email: body.email }),
        ...(body.language && { language: body.language }),
        ...(body.password && { password: body.password }),
        ...(body.currentpassword && { currentPassword: body.currentpassword }),
        // Empty is what a client sends that has no new one: it takes nothing away.
        ...(body.signatureimage && { signatureImage: toBytes(body.signatureimage) }),
      })
      return null
    },
    sendEmailCode: async ({ caller }) => ({ Secret: await sendAddressCode(ports, caller.userId) }),
    proveEmail: async ({ caller, body }) => {
      await proveAddress(ports, caller.userId, { secret: body.Secret, code: body.Code })
      return null
    },
    signatureImage: async ({ caller }) => {
      const image = await ports.profiles.signatureImage(caller.userId)
      return { SignatureImage: image ? Buffer.from(image).toString('base64') : '' }
    },
    putSignatureImage: async ({ caller, body }) => {
      await updateProfile(ports, caller, { signatureImage: toBytes(body.SignatureImage) })
      return null
    },
  }
}
