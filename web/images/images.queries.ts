import { deleteImage, listMyImages, type StoredImage, uploadImage } from "@survey-app/contract/surveys/images.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { privateListQuery } from "../api/privateListQuery.ts";
import { invalidate } from "../api/queryClient.ts";
import { upload } from "../api/upload.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";

/** Images on one page of the list; small, because the list is between short sections. */
const PAGE_SIZE = 6;

/** The images that the current user has uploaded. */
export const ownImages = () => privateListQuery(["images", "own"], listMyImages, {}, PAGE_SIZE);

export const useDeleteImage = () =>
  useInvalidatingMutation(({ _id: id }: StoredImage) => api(deleteImage, { params: { id } }), ownImages().queryKey);

export interface Upload {
  /** The fraction of the image that is sent, 0–1; null while nothing is uploaded. */
  progress: number | null;
  problem: string | null;
  isDone: boolean;
}

const idle: Upload = { progress: null, problem: null, isDone: false };

/** Uploads one image at a time and returns its URL. A new upload, or `cancel`, aborts the one before. */
export function useUpload(onStored: (address: string) => void) {
  const client = useQueryClient();
  const [state, setState] = useState(idle);
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);

  function cancel() {
    current.current?.abort();
    setState(idle);
  }

  async function send(file: File) {
    cancel();
    const transfer = new AbortController();
    current.current = transfer;
    const show = (next: Partial<Upload>) => !transfer.signal.aborted && setState({ ...idle, ...next });
    show({ progress: 0 });
    try {
      const stored = await upload(uploadImage, file, {
        onProgress: (progress) => show({ progress }),
        signal: transfer.signal,
      });
      if (transfer.signal.aborted) return;
      onStored(stored.data.display_url);
      show({ isDone: true });
      void invalidate(client, ownImages().queryKey);
    } catch (error) {
      show({ problem: failureOf(error, frameTexts.noConnection).text });
    }
  }

  return { ...state, send, cancel, refuse: (problem: string) => setState({ ...idle, problem }) };
}
