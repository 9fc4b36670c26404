import { deleteImage, listOwnImages, type StoredImage, upload as uploadImage } from "@survey-app/contract/images.ts";
import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, apiPage, upload } from "../api.ts";

/** The pictures that the person signed in has uploaded. */
export const ownImages = () =>
  infiniteQueryOptions({
    queryKey: ["images", "own"],
    queryFn: ({ pageParam, signal }) =>
      apiPage(listOwnImages, { query: pageParam ? { cursor: pageParam } : {} }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
    meta: { private: true },
  });

export function useDeleteImage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id }: StoredImage) => api(deleteImage, { params: { id: _id } }),
    // After a refusal too: a survey may show it now.
    onSettled: () => client.invalidateQueries({ queryKey: ownImages().queryKey }),
  });
}

/** Stores an image and answers its address; `progress` tells how much of it is through, 0–1. */
export function useUpload() {
  const [progress, setProgress] = useState(0);
  const mutation = useMutation({
    mutationFn: async (file: File) => (await upload(uploadImage, file, setProgress)).data.display_url,
    onMutate: () => setProgress(0),
  });
  return { ...mutation, progress };
}
