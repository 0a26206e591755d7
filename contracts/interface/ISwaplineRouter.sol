// SPDX-License-Identifier: MIT
pragma solidity ^0.8.4;

/// @title The functions of the Swapline Router that contracts may call
/// @notice Amounts are in the token's smallest unit and below 2^128, times in seconds since 1970. The zero address is
/// the native currency. A route is packed legs from a swapline quote; it fits any amount of the same trade.
/// @dev The router pays from its caller's allowance and balance: the calling contract is the seller.
interface ISwaplineRouter {
    /// What a seller signs (EIP-712, primary type «Swap») so that another account can submit it.
    struct Order {
        address router;
        address sender;
        address recipient;
        address fromAsset;
        address toAsset;
        uint256 deadline;
        uint256 amountOutMin;
        uint256 swapFee;
        uint256 amountIn;
        address affiliate;
        uint256 affiliateFee;
        uint256 nonce;
    }

    error AmountTooLarge(uint256 amount);
    error BalanceUnreadable(address token);
    error Expired(uint256 deadline);
    error FeeTooHigh(uint256 ppm);
    error InputLeft(uint256 left);
    error MalformedPermit();
    error MalformedRoute();
    error NativeRefused(address to);
    error NonceUsed(uint256 nonce);
    error NotArmed(address sender);
    error NotCalledBack(address pool);
    error OverPull(uint256 owed, uint256 cap);
    error PartialFill(uint256 owed, uint256 amount);
    error PoolUnreadable(address pool);
    error Reentered();
    error SameToken();
    error TooLittle(uint256 received, uint256 minimum);
    error TransferFailed(address token);
    error WrongAffiliate(address affiliate);
    error WrongRecipient(address recipient);
    error WrongRouter(address router);
    error WrongSignature(address sender);
    error WrongValue(uint256 sent, uint256 expected);
    error ZeroMinimum();

    /// @notice Sells up to `amountIn` of the caller's `tokenIn`; what a pool does not take stays with the caller.
    /// @param amountIn for native currency: exactly the value of the call
    /// @param minOut above zero
    /// @param recipient of the output; neither zero nor the router
    /// @param deadline the last second in which the swap may execute
    /// @return amountOut at least `minOut`
    function swap(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline,
        bytes calldata route
    ) external payable returns (uint256 amountOut);

    /// @notice As `swap`, after paying an affiliate a part of `amountIn`.
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
    ) external payable returns (uint256 amountOut);

    /// @notice As `swapWithFee`, after applying a signed approval of the caller.
    /// @param fee 0 for no affiliate
    /// @param permit EIP-2612: 32 value · 6 deadline · 32 r · 32 s, its highest bit 1 if v is 28. DAI: 6 nonce ·
    /// 6 expiry · 32 r · 32 s as above
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
    ) external returns (uint256 amountOut);

    /// @notice Executes an order that `order.sender` signed; `order.swapFee` goes to the caller.
    /// @param signature 32 r · 32 s · 1 v, or any bytes that the sender's code accepts (EIP-1271)
    /// @param permit as in `swapWithPermit`, or empty
    function fillOrder(Order calldata order, bytes calldata signature, bytes calldata permit, bytes calldata route)
        external
        returns (uint256 amountOut);

    /// @notice Cancels the caller's orders with nonce 256 · `word` + i for each bit i set in `mask`.
    function cancel(uint256 word, uint256 mask) external;

    /// @notice The 256 used-nonce bits of `owner` from nonce 256 · `word` on, lowest bit first.
    function nonceBitmap(address owner, uint256 word) external view returns (uint256 used);

    /// @notice ERC-5267: the domain that orders are signed for.
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
        );
}
