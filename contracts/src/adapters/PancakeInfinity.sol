// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PartialFill} from "../Errors.sol";
import {Token} from "../lib/Token.sol";
import {IAdapter} from "./IAdapter.sol";

/// @notice Source: infinity-core, PoolKey.
struct InfinityKey {
    address currency0;
    address currency1;
    address hooks;
    address poolManager;
    uint24 fee;
    bytes32 parameters;
}

/// @notice Source: infinity-core, ICLPoolManager. A negative amount is exact input.
struct InfinitySwap {
    bool zeroForOne;
    int256 amountSpecified;
    uint160 sqrtPriceLimitX96;
}

interface ICLPoolManager {
    function vault() external view returns (address);
    function swap(InfinityKey memory key, InfinitySwap memory params, bytes calldata hookData)
        external
        returns (int256 delta);
}

/// @notice The four calls of PancakeSwap Infinity's Vault that a swap takes.
interface IInfinityVault {
    function lock(bytes calldata data) external returns (bytes memory);
    function sync(address currency) external;
    function settle() external payable returns (uint256 paid);
    function take(address currency, address to, uint256 amount) external;
}

/// @title Adapter for PancakeSwap Infinity's pools of concentrated liquidity, of tokens and without hooks
/// @notice Belongs to nobody, remembers nothing and holds nothing: what is sent here outside of a swap, the next
/// caller may take.
contract PancakeInfinity is IAdapter {
    uint160 private constant LOWEST_PRICE = 4295128740;
    uint160 private constant HIGHEST_PRICE = 1461446703485210103287273052203988822378723970341;

    /// @param pool the manager
    /// @param data the pool's fee, 24 bits; then its tick spacing, 24 bits
    function tradeForSwapline(address pool, address tokenIn, address tokenOut, address to, uint256 data)
        external
        returns (uint256 amountOut)
    {
        IInfinityVault vault = IInfinityVault(ICLPoolManager(pool).vault());
        return abi.decode(vault.lock(abi.encode(pool, tokenIn, tokenOut, to, data)), (uint256));
    }

    /// @notice Trades with whoever calls as with a vault that is locked: all that lies here of `tokenIn`.
    /// @dev The vault does not let go while anybody owes or is owed.
    function lockAcquired(bytes calldata asked) external returns (bytes memory) {
        (address manager, address tokenIn, address tokenOut, address to, uint256 data) =
            abi.decode(asked, (address, address, address, address, uint256));
        uint256 amountIn = Token.balanceOf(tokenIn, address(this));
        uint256 amountOut = _swap(manager, tokenIn, tokenOut, amountIn, data);
        IInfinityVault vault = IInfinityVault(msg.sender);
        vault.sync(tokenIn);
        Token.transfer(tokenIn, msg.sender, amountIn);
        vault.settle();
        vault.take(tokenOut, to, amountOut);
        return abi.encode(amountOut);
    }

    function _swap(address manager, address tokenIn, address tokenOut, uint256 amountIn, uint256 data)
        private
        returns (uint256 given)
    {
        bool down = tokenIn < tokenOut;
        (address first, address second) = down ? (tokenIn, tokenOut) : (tokenOut, tokenIn);
        bytes32 parameters = bytes32((data & type(uint24).max) << 16);
        InfinityKey memory key = InfinityKey(first, second, address(0), manager, uint24(data >> 24), parameters);
        InfinitySwap memory params = InfinitySwap(down, -int256(amountIn), down ? LOWEST_PRICE : HIGHEST_PRICE);
        int256 delta = ICLPoolManager(manager).swap(key, params, "");
        (int256 delta0, int256 delta1) = (delta >> 128, int128(delta));
        (int256 owed, int256 out) = down ? (delta0, delta1) : (delta1, delta0);
        if (uint256(-owed) != amountIn) revert PartialFill(uint256(-owed), amountIn);
        return uint256(out);
    }
}
