// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PartialFill} from "../../../contracts/src/Errors.sol";
import {IWrapped} from "../../../contracts/src/lib/IWrapped.sol";
import {Token} from "../../../contracts/src/lib/Token.sol";
import {IAdapter} from "../../../contracts/src/IAdapter.sol";

/// @notice Source: Uniswap v4-core, PoolKey.
struct NativeKey {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

/// @notice Source: Uniswap v4-core, SwapParams. A negative amount is exact input.
struct NativeSwap {
    bool zeroForOne;
    int256 amountSpecified;
    uint160 sqrtPriceLimitX96;
}

/// @notice The five functions of Uniswap v4's PoolManager that a swap needs.
interface INativeManager {
    function unlock(bytes calldata data) external returns (bytes memory);
    function swap(NativeKey memory key, NativeSwap memory params, bytes calldata hookData) external returns (int256 delta);
    function sync(address currency) external;
    function settle() external payable returns (uint256 paid);
    function take(address currency, address to, uint256 amount) external;
}

/// @title Adapter for Uniswap v4's pools of native currency without hooks: wraps and unwraps it
/// @notice Has no owner, no storage and no balance between calls: what is sent here outside of a swap belongs to the
/// next caller.
contract UniswapV4Native is IAdapter {
    uint160 private constant LOWEST_PRICE = 4295128740;
    uint160 private constant HIGHEST_PRICE = 1461446703485210103287273052203988822378723970341;
    uint256 private constant SELLS_NATIVE = 1 << 23;

    /// @dev From the wrapped token and the manager; it leaves in the same call.
    receive() external payable {}

    /// @param data the pool's fee, 24 bits; then one bit, set if `tokenIn` is the wrapped native currency, else
    /// `tokenOut` is; then the pool's tick spacing, 23 bits
    function tradeForSwapline(address pool, address tokenIn, address tokenOut, address to, uint256 data)
        external
        returns (uint256 amountOut)
    {
        return abi.decode(INativeManager(pool).unlock(abi.encode(tokenIn, tokenOut, to, data)), (uint256));
    }

    /// @notice Sells this contract's whole balance of `tokenIn` through the caller, as through an unlocked manager.
    /// @dev The manager refuses to lock again while any balance is unsettled.
    function unlockCallback(bytes calldata asked) external returns (bytes memory) {
        (address tokenIn, address tokenOut, address to, uint256 data) =
            abi.decode(asked, (address, address, address, uint256));
        uint256 amountIn = Token.balanceOf(tokenIn, address(this));
        return abi.encode(
            data & SELLS_NATIVE != 0
                ? _sellNative(tokenIn, tokenOut, to, amountIn, data)
                : _buyNative(tokenIn, tokenOut, to, amountIn, data)
        );
    }

    function _sellNative(address wrapped, address token, address to, uint256 amountIn, uint256 data)
        private
        returns (uint256 amountOut)
    {
        amountOut = _swap(token, true, amountIn, data);
        IWrapped(wrapped).withdraw(amountIn);
        INativeManager manager = INativeManager(msg.sender);
        manager.sync(address(0)); // otherwise a token synced before would count as the payment
        manager.settle{value: amountIn}();
        manager.take(token, to, amountOut);
    }

    function _buyNative(address token, address wrapped, address to, uint256 amountIn, uint256 data)
        private
        returns (uint256 amountOut)
    {
        amountOut = _swap(token, false, amountIn, data);
        INativeManager manager = INativeManager(msg.sender);
        manager.sync(token);
        Token.transfer(token, msg.sender, amountIn);
        manager.settle();
        manager.take(address(0), address(this), amountOut);
        IWrapped(wrapped).deposit{value: amountOut}();
        Token.transfer(wrapped, to, amountOut);
    }

    /// @dev Native currency is address 0, so it is the first currency of its pools.
    function _swap(address token, bool sellsNative, uint256 amountIn, uint256 data) private returns (uint256 given) {
        NativeKey memory key =
            NativeKey(address(0), token, uint24(data >> 24), int24(uint24(data & (SELLS_NATIVE - 1))), address(0));
        uint160 limit = sellsNative ? LOWEST_PRICE : HIGHEST_PRICE;
        int256 delta =
            INativeManager(msg.sender).swap(key, NativeSwap(sellsNative, -int256(amountIn), limit), "");
        (int256 first, int256 second) = (delta >> 128, int128(delta));
        (int256 owed, int256 out) = sellsNative ? (first, second) : (second, first);
        if (uint256(-owed) != amountIn) revert PartialFill(uint256(-owed), amountIn);
        return uint256(out);
    }
}
