import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of the field for an image. */

export const label = "Image";
export const choose = "Choose a picture";
export const chooseAnother = "Choose another picture";
export const drop = "or drop it here.";
export const kinds = "JPEG, PNG, WebP, GIF or AVIF, at most 5 MB.";
export const address = "Or paste an image URL";
export const remove = "Remove";
export const chosen = "The chosen picture";
export const pending = "The picture is saved on this device. It will be uploaded when you sign in.";
export const uploaded = "Photo uploaded. Save to use it.";
export const waitForUpload = "Wait for the image to finish uploading.";
export const waitForImage = "Wait for the image to load.";
export const useAnyway = "Use it anyway";
export const unreachable =
  "This browser couldn't load an image from the URL. Press “Use it anyway”, use another URL, or upload a file.";
export const mayBeBlocked =
  "Your network may block it, or the URL is wrong. People who can't load it see a drawing instead.";
export const cannotLoad = (standIn: string) => `This browser couldn't load an image from this URL. ${standIn}`;
export const wrongKind = "Use a JPEG, PNG, WebP, GIF or AVIF file.";
export const tooLarge = "Use a file of at most 5 MB.";
export const notUploaded = "Your picture is not uploaded yet. Choose it again, or paste the URL of another one.";
export const unreadable = "We couldn't read this picture. Use another file.";
export const uploading = "Upload";
export const addressFormat = "https://";
export const none = "Pictures you upload will appear here.";
export const inUse = "In use";
export const uploadedOn = (day: ReactNode) => rich`Uploaded ${day}`;
export const deletion = "Delete";
export const deleteName = (day: string) => `Delete the picture uploaded ${day}`;
export const deleteTitle = "Delete this picture?";
export const deleteText = "This picture isn't used anywhere. You can't undo this.";
export const deleted = "The picture is deleted.";
