import torch

x = torch.arange(4).float()
shifted, scaled = x + 10000, x * 10000
print(shifted - shifted.mean())
print(scaled / scaled.std())
print(scaled / scaled.std(unbiased=False))
