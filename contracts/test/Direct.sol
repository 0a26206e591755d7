// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {IVault} from "../sandbox/IVault.sol";

interface ICoin {
    function transfer(address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
}

interface ICallbackPool {
    function swap(address to, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data)
        external
        returns (int256, int256);
}

interface ISaddle {
    function swap(uint8 from, uint8 to, uint256 amountIn, uint256 minOut, uint256 deadline) external returns (uint256);
}

/// @notice Sells its own tokens in one pool directly, payment included: the cost of a swap without a router. Always
/// token 0 for token 1; the output comes back here.
contract Direct {
    uint160 private constant LOWEST_PRICE = 4295128740;

    function allow(ICoin coin, address spender) external {
        coin.approve(spender, type(uint256).max);
    }

    function callback(ICallbackPool pool, ICoin sold, uint256 amountIn) external {
        pool.swap(address(this), true, int256(amountIn), LOWEST_PRICE, abi.encode(sold));
    }

    function uniswapV3SwapCallback(int256 owed, int256, bytes calldata data) external {
        abi.decode(data, (ICoin)).transfer(msg.sender, uint256(owed));
    }

    function vault(IVault manager, IVault.Key calldata key, uint256 amountIn) external {
        manager.unlock(abi.encode(key, amountIn));
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        (IVault.Key memory key, uint256 amountIn) = abi.decode(data, (IVault.Key, uint256));
        IVault manager = IVault(msg.sender);
        int256 delta = manager.swap(key, IVault.Params(true, -int256(amountIn), LOWEST_PRICE), "");
        manager.sync(key.currency0);
        ICoin(key.currency0).transfer(msg.sender, amountIn);
        manager.settle();
        manager.take(key.currency1, address(this), uint256(int256(int128(delta))));
        return "";
    }

    function adapter(ISaddle pool, uint8 from, uint8 to, uint256 amountIn) external {
        pool.swap(from, to, amountIn, 0, block.timestamp);
    }
}
