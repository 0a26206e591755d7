// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {AmountTooLarge, Expired, InputLeft, SameToken, TooLittle, WrongRecipient, WrongRouter, WrongValue, ZeroMinimum} from "./Errors.sol";
import {Fee} from "./Fee.sol";
import {addressAt} from "./legs/Leg.sol";
import {Callback} from "./legs/Callback.sol";
import {Legs, Sale} from "./legs/Legs.sol";
import {Vault} from "./legs/Vault.sol";
import {Native, NATIVE} from "./lib/Native.sol";
import {Slots} from "./lib/Slots.sol";
import {Token} from "./lib/Token.sol";
import {Nonces} from "./orders/Nonces.sol";
import {NAME, Order, Orders, VERSION} from "./orders/Order.sol";
import {Signature} from "./orders/Signature.sol";
import {Permit} from "./Permit.sol";

/// @title Swapline Router
/// @notice Trades the caller's tokens along packed legs and holds nothing: no owner, no upgrade, no funds between calls.
/// It keeps people's allowances, so it calls fixed selectors only, pays only from its caller or from who has signed
/// an order, and pays a pool only while that pool is the one it is trading with.
/// @dev Token amounts are in smallest units, times in seconds since 1970. The zero address names the native currency;
/// a route that starts or ends with it begins with the 20 bytes of its wrapped form. The legs: `legs/Leg.sol`.
contract SwapRouter is Nonces {
    /// @param amountIn gross: the affiliate's part included
    event Swap(
        address indexed payer,
        address indexed recipient,
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 amountOut
    );

    /// @notice Sells up to `amountIn` of the caller's `tokenIn` for at least `minOut` of `tokenOut`.
    /// @param minOut above zero; measured as what the recipient's balance gained
    /// @param deadline the last second in which this may happen
    /// @param route packed legs; none: native and its wrapped form, one for one
    function swap(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline,
        bytes calldata route
    ) external payable returns (uint256 amountOut) {
        _admit(tokenIn, tokenOut, amountIn, minOut, recipient, deadline);
        Slots.lock(msg.sender);
        return _finish(Sale(msg.sender, tokenIn, amountIn, recipient), tokenOut, amountIn, minOut, route);
    }

    /// @notice As `swap`; of `amountIn` a part goes to an affiliate first, and the rest is sold.
    /// @param fee affiliate << 96 | parts per million, at most 100,000
    function swapWithFee(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline,
        uint256 fee,
        bytes calldata route
    ) external payable returns (uint256 amountOut) {
        _admit(tokenIn, tokenOut, amountIn, minOut, recipient, deadline);
        Slots.lock(msg.sender);
        return _sellNet(Sale(msg.sender, tokenIn, amountIn, recipient), tokenOut, minOut, fee, route);
    }

    /// @notice As `swapWithFee`, after a signed approval of `tokenIn` by the caller, who pays.
    /// @param fee as of `swapWithFee`, or 0 for no affiliate
    /// @param permit packed: `Permit.sol`. One that does nothing is no reason to refuse
    function swapWithPermit(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline,
        uint256 fee,
        bytes calldata route,
        bytes calldata permit
    ) external returns (uint256 amountOut) {
        _admit(tokenIn, tokenOut, amountIn, minOut, recipient, deadline);
        Slots.lock(msg.sender);
        Permit.bring(tokenIn, msg.sender, permit);
        return _sellNet(Sale(msg.sender, tokenIn, amountIn, recipient), tokenOut, minOut, fee, route);
    }

    /// @notice Carries out what `order.sender` has signed; `order.swapFee` goes to the caller. Sells tokens only.
    /// @param signature by the sender's key, 32 r · 32 s · 1 v with the lower s, or whatever its code accepts (EIP-1271)
    /// @param permit packed as of `swapWithPermit`, or nothing
    /// @param route packed legs, of the caller's choosing
    function fillOrder(Order calldata order, bytes calldata signature, bytes calldata permit, bytes calldata route)
        external
        returns (uint256 amountOut)
    {
        if (order.router != address(this)) revert WrongRouter(order.router);
        address sender = order.sender;
        address tokenIn = order.fromAsset;
        uint256 cost = _cost(order);
        if (tokenIn == NATIVE) revert WrongValue(0, cost);
        _check(tokenIn, order.toAsset, cost, order.amountOutMin, order.recipient, order.deadline);

        Slots.lock(sender);
        Signature.requireFrom(sender, Orders.digest(order), signature);
        _burn(sender, order.nonce);
        if (permit.length != 0) Permit.bring(tokenIn, sender, permit);
        if (order.swapFee != 0) Token.transferFrom(tokenIn, sender, msg.sender, order.swapFee);
        if (order.affiliateFee != 0) Token.transferFrom(tokenIn, sender, order.affiliate, order.affiliateFee);
        Sale memory sale = Sale(sender, tokenIn, order.amountIn, order.recipient);
        return _finish(sale, order.toAsset, cost, order.amountOutMin, route);
    }

    /// @notice ERC-5267: what orders are signed for.
    function eip712Domain()
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        )
    {
        return (0x0f, NAME, VERSION, block.chainid, address(this), bytes32(0), new uint256[](0));
    }

    /// @notice The vault that is being traded with has given way to this swap.
    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        return Vault.answer(data);
    }

    /// @notice The pool that is being traded with asks to be paid.
    fallback() external {
        Callback.pay();
    }

    /// @notice Native currency comes from its wrapped form only, while it is being unwrapped.
    receive() external payable {
        Slots.requireNativeSender();
    }

    /// @dev `sale.left` comes in gross.
    function _sellNet(Sale memory sale, address tokenOut, uint256 minOut, uint256 fee, bytes calldata route)
        private
        returns (uint256 amountOut)
    {
        uint256 amountIn = sale.left;
        if (fee != 0) sale.left = amountIn - Fee.pay(msg.sender, fee, sale.token, amountIn);
        return _finish(sale, tokenOut, amountIn, minOut, route);
    }

    /// @dev What can be refused before anything is called, of a swap by its payer.
    function _admit(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline
    ) private view {
        _check(tokenIn, tokenOut, amountIn, minOut, recipient, deadline);
        uint256 value;
        assembly ("memory-safe") {
            value := mul(iszero(tokenIn), amountIn)
        }
        if (msg.value != value) revert WrongValue(msg.value, value);
    }

    /// @dev One jump for all that is right; what is wrong is told apart after it.
    function _check(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline
    ) private view {
        bool wrong;
        assembly ("memory-safe") {
            let amounts := or(iszero(minOut), gt(amountIn, 0xffffffffffffffffffffffffffffffff))
            let parties := or(iszero(recipient), eq(recipient, address()))
            wrong := or(or(gt(timestamp(), deadline), eq(tokenIn, tokenOut)), or(amounts, parties))
        }
        if (!wrong) return;
        if (block.timestamp > deadline) revert Expired(deadline);
        if (minOut == 0) revert ZeroMinimum();
        if (recipient == address(0) || recipient == address(this)) revert WrongRecipient(recipient);
        if (tokenIn == tokenOut) revert SameToken();
        revert AmountTooLarge(amountIn);
    }

    /// @return cost all that an order takes of its sender, where its affiliate and fee are such as `swapWithFee` allows
    function _cost(Order calldata order) private view returns (uint256 cost) {
        uint256 all = order.amountIn | order.swapFee | order.affiliateFee;
        if (all >> 128 != 0) revert AmountTooLarge(all);
        unchecked {
            cost = order.amountIn + order.swapFee + order.affiliateFee;
        }
        Fee.check(order.affiliate, order.affiliateFee, cost);
    }

    /// @dev From the sale, which `sale.payer` is locked for, to the event.
    /// @param amountIn gross, for the event
    function _finish(Sale memory sale, address tokenOut, uint256 amountIn, uint256 minOut, bytes calldata route)
        private
        returns (uint256 amountOut)
    {
        (address payer, address tokenIn, address recipient) = (sale.payer, sale.token, sale.to);
        bool native;
        assembly ("memory-safe") {
            native := or(iszero(tokenIn), iszero(tokenOut))
        }
        amountOut = native
            ? _sellNative(sale, tokenOut, minOut, route)
            : _sell(sale, tokenOut, minOut, _start(route), _end(route));
        Slots.unlock();
        emit Swap(payer, recipient, tokenIn, tokenOut, amountIn, amountOut);
    }

    /// @dev Native currency on one side, as its wrapped form: the first 20 bytes of the route.
    function _sellNative(Sale memory sale, address tokenOut, uint256 minOut, bytes calldata route)
        private
        returns (uint256 amountOut)
    {
        uint256 legs = _start(route);
        uint256 end = _end(route);
        address wrapped = addressAt(legs, end);
        unchecked {
            legs += 20;
        }
        if (tokenOut != NATIVE) {
            sale.payer = address(0);
            sale.token = wrapped;
            Native.wrap(wrapped, sale.left);
            amountOut = _sell(sale, tokenOut, minOut, legs, end);
            if (sale.left != 0) revert InputLeft(sale.left);
        } else {
            address recipient = sale.to;
            sale.to = address(this);
            amountOut = _sell(sale, wrapped, minOut, legs, end);
            Native.unwrap(wrapped, amountOut);
            Native.send(recipient, amountOut);
        }
    }

    /// @return amountOut what `sale.to` gained of `tokenOut`, at least `minOut`
    function _sell(Sale memory sale, address tokenOut, uint256 minOut, uint256 legs, uint256 end)
        private
        returns (uint256 amountOut)
    {
        uint256 before = Token.balanceOf(tokenOut, sale.to);
        if (legs == end) _handOver(sale);
        else Legs.run(legs, end, sale);
        amountOut = Token.balanceOf(tokenOut, sale.to) - before;
        if (amountOut < minOut) revert TooLittle(amountOut, minOut);
    }

    /// @dev No legs: what is sold is what is bought, once it is wrapped or before it is unwrapped. For any other pair
    /// the recipient gains nothing of the bought token, which the minimum refuses.
    function _handOver(Sale memory sale) private {
        uint256 amount = sale.left;
        sale.left = 0;
        if (sale.payer == address(0)) Token.transfer(sale.token, sale.to, amount);
        else Token.transferFrom(sale.token, sale.payer, sale.to, amount);
    }

    function _start(bytes calldata route) private pure returns (uint256 start) {
        assembly ("memory-safe") {
            start := route.offset
        }
    }

    function _end(bytes calldata route) private pure returns (uint256 end) {
        assembly ("memory-safe") {
            end := add(route.offset, route.length)
        }
    }
}
