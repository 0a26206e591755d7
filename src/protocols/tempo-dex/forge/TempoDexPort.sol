// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {IStablecoinDex} from "../TempoDex.sol";

interface IErc20 {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @notice As much of Tempo's order books as the adapter's suite needs: one book, orders placed by anybody out of what
/// this contract holds. Forge cannot run the chain's own; test/networks/tempo.test.ts trades with those.
contract TempoDexPort {
    uint256 private constant SCALE = 100_000;

    address public immutable base;
    address public immutable quote;
    IStablecoinDex.Order[] private _orders;
    int16 private _bestBid = type(int16).min;
    int16 private _bestAsk = type(int16).max;

    constructor(address base_, address quote_) {
        (base, quote) = (base_, quote_);
    }

    /// @dev One order a tick.
    function place(uint128 amount, bool isBid, int16 tick, bool isFlip) external {
        uint128 id = uint128(_orders.length) + 1;
        _orders.push(
            IStablecoinDex.Order(id, msg.sender, key(), isBid, tick, amount, amount, 0, 0, isFlip, -tick)
        );
        if (isBid && tick > _bestBid) _bestBid = tick;
        if (!isBid && tick < _bestAsk) _bestAsk = tick;
    }

    function key() public view returns (bytes32) {
        return keccak256(abi.encodePacked(base, quote));
    }

    function books(bytes32 of_) external view returns (address, address, int16, int16) {
        if (of_ != key()) return (address(0), address(0), 0, 0);
        return (base, quote, _bestBid, _bestAsk);
    }

    function getTickLevel(address of_, int16 tick, bool isBid) external view returns (uint128, uint128, uint128) {
        require(of_ == base, "no book");
        for (uint256 i; i < _orders.length; i++) {
            IStablecoinDex.Order memory order = _orders[i];
            if (order.tick == tick && order.isBid == isBid && order.remaining > 0) {
                return (order.id, order.id, order.remaining);
            }
        }
        return (0, 0, 0);
    }

    function getOrder(uint128 id) external view returns (IStablecoinDex.Order memory) {
        return _orders[id - 1];
    }

    /// @dev Orders are placed from the best on.
    function swapExactAmountIn(address tokenIn, address tokenOut, uint128 amountIn, uint128 minOut)
        external
        returns (uint128 amountOut)
    {
        bool bids = tokenIn == base;
        require(tokenOut == (bids ? quote : base), "no pair");
        require(IErc20(tokenIn).transferFrom(msg.sender, address(this), amountIn), "not paid");
        uint256 left = amountIn;
        for (uint256 i; i < _orders.length && left > 0; i++) {
            IStablecoinDex.Order storage order = _orders[i];
            if (order.isBid != bids || order.remaining == 0) continue;
            uint256 price = uint256(int256(SCALE) + order.tick);
            uint256 wanted = bids ? left : left * SCALE / price;
            uint256 filled = wanted < order.remaining ? wanted : order.remaining;
            amountOut += uint128(bids ? filled * price / SCALE : filled);
            bool more = wanted > order.remaining;
            order.remaining -= uint128(filled);
            left = more ? left - (bids ? filled : (filled * price + SCALE - 1) / SCALE) : 0;
        }
        require(left == 0, "too little");
        require(amountOut >= minOut, "below the minimum");
        require(IErc20(tokenOut).transfer(msg.sender, amountOut), "not sent");
    }
}
